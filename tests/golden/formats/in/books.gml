graph [
  directed 0
  node [ id 0 label "Moby &quot;D&quot;" pages 500 tags "sea" tags "whale" ]
  node [ id 1 label "Emma" pages 400 tags "love" tags "town" ]
  node [ id 2 label "Kim" pages 300 tags "sea" tags "town" ]
  node [ id 3 label "Lord Jim" pages 350 tags "sea" tags "love" ]
  node [ id 4 label "Typhoon" pages 120 tags "sea" tags "whale" ]
  edge [ source 0 target 1 value 3 ]
  edge [ source 1 target 2 ]
  edge [ source 3 target 4 ]
]
