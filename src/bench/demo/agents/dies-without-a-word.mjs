// Ends with a code that says nothing.
process.exitCode = 99
