import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused, Unreachable } from '#/lib/request.ts'
import type { Wire } from './draft.ts'
import { createSaver } from './saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A server that answers when the test says so. */
function slowServer() {
  const asked: Wire[] = []
  const waiting: ((answer: () => Wire) => void)[] = []
  const answers: Wire[] = []
  const failures: unknown[] = []
  const busy: boolean[] = []
  const saver = createSaver<Wire>({
    send: (change) => {
      asked.push(change)
      return new Promise((resolve, reject) => {
        waiting.push((answer) => {
          try {
            resolve(answer())
          } catch (error) {
            reject(error)
          }
        })
      })
    },
    onAnswer: (answer) => answers.push(answer),
    onFailure: (error) => failures.push(error),
    onBusy: (isBusy) => busy.push(isBusy),
  })
  const answer = async (made: () => Wire = () => ({})) => {
    waiting.shift()?.(made)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { saver, asked, answers, failures, busy, answer }
}

const refused = new Refused(422, { code: '', message: 'No', fields: [] }, null)

describe('a saver', () => {
  test('sends typed changes after a pause, in one request', async () => {
    const { saver, asked, busy } = slowServer()
    saver.later({ a: 1 })
    await vi.advanceTimersByTimeAsync(400)
    saver.later({ a: 2, b: 1 })
    await vi.advanceTimersByTimeAsync(499)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect([asked, busy]).toEqual([[{ a: 2, b: 1 }], [true]])
  })

  test('sends one request at a time, then all changes queued meanwhile', async () => {
    const { saver, asked, answers, busy, answer } = slowServer()
    void saver.now({ a: 1 })
    void saver.now({ a: 2 })
    void saver.now({ b: 1 })
    expect(asked).toEqual([{ a: 1 }])
    await answer(() => ({ sent: 1 }))
    expect(asked).toEqual([{ a: 1 }, { a: 2, b: 1 }])
    await answer(() => ({ sent: 2 }))
    expect([answers, busy]).toEqual([
      [{ sent: 1 }, { sent: 2 }],
      [true, false],
    ])
  })

  test('sends nothing without changes, and continues afterwards', async () => {
    const { saver, asked, busy } = slowServer()
    await saver.now()
    expect([asked, busy]).toEqual([[], []])
    void saver.now({ a: 1 })
    expect(asked).toEqual([{ a: 1 }])
  })

  test('drops a refused change, and keeps one that failed to arrive', async () => {
    const { saver, asked, failures, answer } = slowServer()
    void saver.now({ a: 1 })
    await answer(() => {
      throw refused
    })
    void saver.now({ b: 1 })
    const lost = new Unreachable('the server is unreachable')
    await answer(() => {
      throw lost
    })
    expect(failures).toEqual([refused, lost])
    void saver.now({ c: 1 })
    expect(asked.at(-1)).toEqual({ b: 1, c: 1 })
  })

  test('settles: sends queued changes, and waits for the last answer', async () => {
    const { saver, asked, answers, answer } = slowServer()
    void saver.now({ a: 1 })
    saver.later({ b: 1 })
    let isSettled = false
    const settled = saver.settle().then(() => {
      isSettled = true
    })
    await vi.advanceTimersByTimeAsync(2000)
    expect(isSettled).toBe(false)
    await answer()
    expect(isSettled).toBe(false)
    await answer()
    await settled
    expect([asked, answers]).toEqual([
      [{ a: 1 }, { b: 1 }],
      [{}, {}],
    ])
  })
})
