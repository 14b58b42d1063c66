on run argv
  display notification (item 2 of argv) with title (item 1 of argv)
end run
