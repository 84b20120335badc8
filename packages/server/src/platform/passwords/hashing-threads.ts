import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import { assert } from '../../kernel/assert.ts'

/** Runs tasks in worker threads, as many as there are concurrent calls. */
export interface HashingThreads {
  readonly hash: (password: string, cost: Options) => Promise<string>
  readonly verify: (stored: string, password: string) => Promise<boolean>
  readonly scrypt: (password: string, salt: string, cost: ScryptCost) => Promise<Uint8Array>
}

interface ScryptCost {
  readonly keyBytes: number
  readonly N: number
  readonly r: number
  readonly p: number
  readonly maxmem: number
}

/**
 * The threads have low priority: requests are served immediately even when hashing keeps all cores
 * busy. Outside Linux, where a priority applies to the whole process, they have the usual one.
 * Their code is passed as text, because it must work in a bundle and from sources alike.
 */
const threadSource = `
  const { scryptSync } = require('node:crypto')
  const { constants, setPriority } = require('node:os')
  const { parentPort, workerData } = require('node:worker_threads')
  const tasks = { ...require(workerData), scryptSync }
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  parentPort.on('message', ([task, ...values]) => {
    parentPort.postMessage(tasks[task](...values))
  })`

export function createHashingThreads(): HashingThreads {
  const library = createRequire(import.meta.url).resolve('@node-rs/argon2')
  const idle: Worker[] = []

  /** A thread whose task failed is discarded; the next task starts another. */
  async function inThread(...order: readonly unknown[]): Promise<unknown> {
    const thread = idle.pop() ?? new Worker(threadSource, { eval: true, workerData: library })
    thread.ref()
    thread.postMessage(order)
    const [answer] = await once(thread, 'message')
    thread.unref()
    idle.push(thread)
    return answer
  }

  return {
    hash: async (password, cost) => String(await inThread('hashSync', password, cost)),
    verify: async (stored, password) => (await inThread('verifySync', stored, password)) === true,
    scrypt: async (password, salt, { keyBytes, ...cost }) => {
      const key = await inThread('scryptSync', password, salt, keyBytes, cost)
      assert(key instanceof Uint8Array, 'a derived key is bytes')
      return key
    },
  }
}
