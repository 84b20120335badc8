import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it } from 'vitest'
import { bundled } from '../test/bundled.ts'

describe('the command', () => {
  const main = bundled(fileURLToPath(new URL('main.ts', import.meta.url)))

  async function run(...given: string[]): Promise<{ code: unknown; out: string; err: string }> {
    const { ownerUrl } = inject('testCluster')
    const child = spawn(process.execPath, [main, ...given], {
      env: { ...process.env, TEST_DATABASE_URL: ownerUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exit = new Promise((resolve) => child.once('exit', resolve))
    const [code, out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
    return { code, out, err }
  }

  it('prints the same output for the same seed', async () => {
    const given = ['--seed', '11', '--seeds', '1', '--steps', '6']
    const first = await run(...given)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(/^1 worlds from seed 11, 6 steps each\n/)
    expect(first.out).toMatch(/\nthe invariants held in 1 worlds\n$/)
    expect((await run(...given)).out).toBe(first.out)
  })

  it('prints how to replay a finding', async () => {
    const found = await run('--seed', '1', '--seeds', '60', '--fault', 'no events are recorded')
    expect(found).toMatchObject({ code: 1, err: '' })
    expect(found.out).toMatch(
      /\nreplay with: npm run simulate -- --seed \d+ --seeds 1 --steps 12 --fault "no events are recorded"\n/,
    )
  })

  it('refuses unknown arguments in one line', async () => {
    const { code, out, err } = await run('--seed', 'seven')
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: '--seed takes a whole number, not "seven"\n',
    })
  })
})
