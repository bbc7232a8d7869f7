"""The endorsement judges the product from outside; these tests judge the endorsement."""
