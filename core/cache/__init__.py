"""What is kept between requests, as bytes or in the process."""
