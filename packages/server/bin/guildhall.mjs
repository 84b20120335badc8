#!/usr/bin/env node
import { existsSync } from 'node:fs'

const commandLine = new URL('../dist/guildhall.js', import.meta.url)
if (existsSync(commandLine)) await import(commandLine.href)
else {
  process.stderr.write('Guildhall is not built yet: run `npm start` once.\n')
  process.exitCode = 1
}
