import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const tsx = import.meta.resolve('tsx')
const script = `
import { endWithNpm } from ${JSON.stringify(new URL('end-with-npm.ts', import.meta.url).href)}
setInterval(() => undefined, 1000)
endWithNpm(() => process.exit())
console.log('started')`

it('what npm runs ends when npm is ended by a signal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-npm-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'server.mjs'), script)
  const manifest = { scripts: { start: `node --import ${tsx} server.mjs` } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder })
  await once(npm.stdout, 'data')
  // Both write to the pipe, which ends with the last of them.
  const ended = once(npm.stdout, 'end')
  npm.kill('SIGTERM')
  await expect(ended).resolves.toEqual([])
})
