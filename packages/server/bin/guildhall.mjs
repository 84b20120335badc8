#!/usr/bin/env node
import { existsSync } from 'node:fs'

const [command, ...args] = process.argv.slice(2)
const built = new URL('../dist/', import.meta.url)
const commandLine = new URL('guildhall.js', built)
const isHelp = args.includes('--help') || args.includes('-h')

if (!existsSync(commandLine)) {
  process.stderr.write('Guildhall is not built yet: run `npm start` once.\n')
  process.exitCode = 1
} else if (command === 'start' && !isHelp) {
  // All other commands together take a second to load, and stay in memory.
  const { startServer } = await import(new URL('start.js', built).href)
  process.exitCode = await startServer(new URL('main.js', built), args)
} else await import(commandLine.href)
