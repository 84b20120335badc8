import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it } from 'vitest'
import { bundled } from '../test/bundled.ts'
import { onFreshGround } from './fresh-ground.ts'
import { type JarFault, jarFaults } from './jars/faults.ts'
import { openJars } from './jars/world.ts'
import { type Outcome, simulate } from './simulate.ts'
import type { OpenWorld } from './world.ts'

interface Told extends Outcome {
  readonly transcript: readonly string[]
}

async function tell(seed: number, steps: number, open: OpenWorld): Promise<Told> {
  const transcript: string[] = []
  const write = (line: string): void => void transcript.push(line)
  const outcome = await onFreshGround(inject('testCluster'), (ground) =>
    simulate({ seed, steps, ground, open, write }),
  )
  return { ...outcome, transcript }
}

const tellJars = (seed: number, steps: number, fault: JarFault | null = null): Promise<Told> =>
  tell(seed, steps, openJars(fault))

describe('the world of jars', () => {
  it('holds its invariants, and a seed tells the same story twice', async () => {
    const first = await tellJars(7, 120)
    expect(first).toMatchObject({ steps: 120, isBroken: false })
    expect(first.transcript).toHaveLength(120)
    expect((await tellJars(7, 120)).transcript).toEqual(first.transcript)
  })

  it('has another story for another seed', async () => {
    const [first, second] = [await tellJars(1, 10), await tellJars(2, 10)]
    expect(first.transcript).not.toEqual(second.transcript)
  })

  it('begins a longer story like the shorter one', async () => {
    const [short, long] = [await tellJars(3, 10), await tellJars(3, 20)]
    expect(long.transcript.slice(0, 10)).toEqual(short.transcript)
  })

  it.each(jarFaults)('finds the planted fault: %s', async (fault) => {
    const found = await tellJars(1, 200, fault)
    expect(found.isBroken).toBe(true)
    expect(found.transcript.at(-1)).toContain('BROKEN')
    const again = await tellJars(1, found.steps, fault)
    expect(again.isBroken).toBe(true)
    expect(storyOf(again.transcript)).toEqual(storyOf(found.transcript))
  })
})

/** Which step a missing lock breaks follows from the seed; how it ends, the machine decides. */
const storyOf = (transcript: readonly string[]) =>
  transcript.filter((line) => !line.includes('BROKEN')).slice(0, -1)

it('an error that no operation expects is a finding', async () => {
  const open: OpenWorld = async () => ({
    operations: [{ weight: 1, run: () => Promise.reject(new Error('the lid is stuck')) }],
    invariants: [],
  })
  const { transcript, ...outcome } = await tell(1, 5, open)
  expect(outcome).toEqual({ steps: 1, isBroken: true })
  expect(transcript.at(-1)).toBe('       BROKEN  Error: the lid is stuck')
})

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

  it('is reproducible to the byte', async () => {
    const first = await run('--seed', '11', '--steps', '40')
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(/^seed 11, 40 steps\n/)
    expect(first.out).toMatch(/\nall invariants held for 40 steps\n$/)
    expect((await run('--seed', '11', '--steps', '40')).out).toBe(first.out)
  })

  it('says how to replay what it found', async () => {
    const found = await run('--seed', '1', '--fault', 'forgotten-events')
    expect(found).toMatchObject({ code: 1, err: '' })
    expect(found.out).toMatch(
      /broken; replay with: npm run simulate -- --seed 1 --steps \d+ --fault forgotten-events\n$/,
    )
  })

  it('refuses what it does not understand in one line', async () => {
    const { code, out, err } = await run('--seed', 'seven')
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: '--seed takes a whole number, not "seven"\n',
    })
  })
})
