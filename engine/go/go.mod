module pairforge

go 1.24
