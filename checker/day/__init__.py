"""What happens at the tables between the draw and a sheet."""
