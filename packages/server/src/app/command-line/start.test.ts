import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

const tsx = import.meta.resolve('tsx')
const start = JSON.stringify(new URL('start.ts', import.meta.url).href)

const server = `
import { whenBuilt } from ${start}
console.log('starts', ...process.argv.slice(2))
await whenBuilt().then(() => console.log('listens'), (error) => {
  console.log(error.message)
  process.exitCode = 3
})`

/** Returns what the server prints if the web ends so. */
async function startWhile(building: string): Promise<{ output: string; code: unknown }> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-start-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'server.mjs'), server)
  await writeFile(
    join(folder, 'starter.mjs'),
    `import { startServer } from ${start}
     const web = ${building}
     process.exitCode = await startServer(new URL('server.mjs', import.meta.url), ['--demo'], web)`,
  )
  const env = { ...process.env, NODE_OPTIONS: `--import ${tsx}` }
  const starter = spawn(process.execPath, [join(folder, 'starter.mjs')], { env })
  const ended = once(starter, 'exit')
  const output = await text(starter.stdout)
  return { output, code: (await ended)[0] }
}

const moments = [
  ['before the server starts', ''],
  ['after it has started', 'await new Promise((resolve) => setTimeout(resolve, 3_000))'],
]

it.each(moments)('a server listens when its web is built: %s', async (_when, pause) => {
  expect(await startWhile(`(async () => { ${pause} })()`)).toEqual({
    output: 'starts --demo --while-building\nlistens\n',
    code: 0,
  })
})

it.each(moments)('a server ends if its web can’t be built: %s', async (_when, pause) => {
  expect(await startWhile(`(async () => { ${pause}; throw new Error('no disk') })()`)).toEqual({
    output: 'starts --demo --while-building\nThe web could not be built\n',
    code: 3,
  })
})
