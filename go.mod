module mexlab

go 1.26
