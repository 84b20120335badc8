import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createHashingThreads } from './hashing-threads.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

describe('hashing threads', () => {
  it('serve concurrent calls, each with its own result', async () => {
    const { hash, verify } = createHashingThreads()
    const passwords = ['correct', 'horse', 'battery', 'staple']
    const hashes = await Promise.all(passwords.map((password) => hash(password, cost)))
    const verdicts = await Promise.all(
      hashes.map((hashed, at) => verify(hashed, passwords[at] ?? '')),
    )
    expect(verdicts).toEqual([true, true, true, true])
    expect(await verify(hashes[0] ?? '', 'horse')).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'have lower priority than the rest of the server',
    async () => {
      const before = await threadsAtLowPriority()
      await createHashingThreads().hash('correct horse', cost)
      expect(await threadsAtLowPriority()).toBe(before + 1)
      expect(await nicenessOf(process.pid)).toBe(0)
    },
  )
})

async function threadsAtLowPriority(): Promise<number> {
  const threads = await readdir('/proc/self/task')
  const niceness = await Promise.all(threads.map((thread) => nicenessOf(Number(thread))))
  return niceness.filter((each) => each === 10).length
}

/** The name of a thread, in brackets, may contain anything; niceness is the 17th field after it. */
async function nicenessOf(thread: number): Promise<number> {
  const stat = await readFile(`/proc/self/task/${thread}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}
