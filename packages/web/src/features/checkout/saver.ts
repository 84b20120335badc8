import { Unreachable } from '#/lib/request.ts'
import type { Wire } from './draft.ts'

interface SaverOptions<T> {
  send: (change: Wire) => Promise<T>
  onAnswer: (answer: T) => void
  onFailure: (error: unknown, change: Wire) => void
  onBusy: (isBusy: boolean) => void
}

export interface Saver {
  /** Sends it after a pause in typing. */
  later: (change: Wire) => void
  /** Sends it immediately, together with queued changes. */
  now: (change?: Wire) => Promise<void>
  /** Sends queued changes, and waits for the last answer: what it says is charged. */
  settle: () => Promise<void>
}

const pauseMilliseconds = 500

/** Sends changes to the server: one request at a time, each with all changes queued meanwhile. */
export function createSaver<T>({ send, onAnswer, onFailure, onBusy }: SaverOptions<T>): Saver {
  let waiting: Wire = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    onBusy(true)
    while (Object.keys(waiting).length > 0) {
      const change = waiting
      waiting = {}
      try {
        onAnswer(await send(change))
      } catch (error) {
        onFailure(error, change)
        if (error instanceof Unreachable) {
          waiting = { ...change, ...waiting }
          break
        }
      }
    }
    running = null
    onBusy(false)
  }

  function now(change: Wire = {}): Promise<void> {
    clearTimeout(timer)
    waiting = { ...waiting, ...change }
    if (Object.keys(waiting).length === 0) return Promise.resolve()
    running ??= run()
    return running
  }

  return {
    now,
    later: (change) => {
      waiting = { ...waiting, ...change }
      clearTimeout(timer)
      timer = setTimeout(() => {
        void now()
      }, pauseMilliseconds)
    },
    settle: async () => {
      await now()
      await running
    },
  }
}
