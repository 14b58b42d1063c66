// Takes as many MiB as it is told and touches each of them, which makes the system really give them.
const eaten: Buffer[] = []
for (let mib = Number(process.argv[2]); mib > 0; mib--) eaten.push(Buffer.alloc(1024 * 1024, 1))
process.stdout.write(`ate ${eaten.length}\n`)
