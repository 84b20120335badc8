import { once } from 'node:events'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { assert } from '../../kernel/assert.ts'
import { Problem } from '../../kernel/refusal.ts'
import { readFonts } from './fonts.ts'
import type { PdfDocument } from './pdf-document.ts'
import { type ThreadAnswer, type ThreadStart, threadSource } from './printer-thread.ts'

/** Draws documents, one after another, in its own thread. */
export interface Printer {
  /** Refuses as too busy when many are waiting already. */
  readonly print: (document: PdfDocument) => Promise<Buffer>
}

interface PrinterOptions {
  readonly waitingMax?: number
  /** How long the idle thread is kept: it uses a lot of memory. */
  readonly idleMilliseconds?: number
}

const waitingMaxDefault = 32
const idleMillisecondsDefault = 60_000
const retryAfterSeconds = 5

/**
 * A page takes tens of milliseconds of CPU, during which the server could respond to nobody, and
 * the renderer is large. So it runs in a thread that is started on demand.
 */
export function createPrinter({
  waitingMax = waitingMaxDefault,
  idleMilliseconds = idleMillisecondsDefault,
}: PrinterOptions = {}): Printer {
  let thread: Worker | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined

  const endThread = async () => {
    const ending = thread
    thread = null
    await ending?.terminate()
  }

  async function draw(document: PdfDocument): Promise<Buffer> {
    clearTimeout(idleTimer)
    thread ??= new Worker(threadSource, { eval: true, workerData: await startOf() })
    thread.ref()
    thread.postMessage(document)
    try {
      const answer = await answerOf(thread)
      assert('bytes' in answer, `the page can't be drawn: ${JSON.stringify(answer)}`)
      return Buffer.from(answer.bytes)
    } catch (error) {
      await endThread()
      throw error
    } finally {
      thread?.unref()
      idleTimer = setTimeout(() => void endThread().catch(() => undefined), idleMilliseconds)
      idleTimer.unref()
    }
  }

  return {
    async print(document) {
      if (waiting >= waitingMax) throw new Problem('too_busy', { retryAfterSeconds })
      waiting += 1
      const drawn = last.then(() => draw(document))
      last = drawn.catch(() => undefined)
      try {
        return await drawn
      } finally {
        waiting -= 1
      }
    },
  }
}

/** A thread that dies on its own emits an error, which rejects. */
async function answerOf(thread: Worker): Promise<ThreadAnswer> {
  const [answer]: ThreadAnswer[] = await once(thread, 'message')
  assert(answer !== undefined, 'a thread responds')
  return answer
}

async function startOf(): Promise<ThreadStart> {
  const { resolve } = createRequire(import.meta.url)
  const addressOf = (name: string) => pathToFileURL(resolve(name)).href
  return {
    renderer: addressOf('@react-pdf/renderer'),
    react: addressOf('react'),
    fonts: await readFonts(),
  }
}
