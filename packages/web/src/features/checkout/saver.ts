import { Unreachable } from '../../lib/request.ts'
import type { Wire } from './draft.ts'

interface SaverParts<T> {
  send: (change: Wire) => Promise<T>
  onAnswer: (answer: T) => void
  onFailure: (error: unknown, change: Wire) => void
  onBusy: (isBusy: boolean) => void
}

export interface Saver {
  /** Sends it once no more comes for a moment. */
  later: (change: Wire) => void
  /** Sends it at once, with what waits. */
  now: (change?: Wire) => Promise<void>
  /** Lets go of what waits, and waits for what is on its way. */
  settle: () => Promise<void>
}

const pauseMilliseconds = 500

/** Tells the server what is typed: one request at a time, each with all that came meanwhile. */
export function createSaver<T>({ send, onAnswer, onFailure, onBusy }: SaverParts<T>): Saver {
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
      clearTimeout(timer)
      waiting = {}
      await running
    },
  }
}
