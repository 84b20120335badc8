import { runSimulation } from './run.ts'

// npm run simulate -- --seeds 10000
try {
  process.exitCode = await runSimulation(process.argv.slice(2), (line) => {
    process.stdout.write(`${line}\n`)
  })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message.split('\n')[0]}\n`)
  process.exitCode = 2
}
