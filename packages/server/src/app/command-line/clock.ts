import type { ResponseOf } from '@guildhall/contract/operation'
import { advanceClock, getClock } from '@guildhall/contract/organizations/clock'
import { type CallResult, callServer, failureOf } from './call-server.ts'
import type { ClockOptions } from './clock-usage.ts'
import type { Terminal } from './listen.ts'

type Clock = ResponseOf<typeof getClock> & Partial<ResponseOf<typeof advanceClock>>

/** An advance of years runs for minutes. */
const advanceMilliseconds = 3_600_000

/** Prints the clock after it was advanced; returns the exit code. */
export async function clock(
  { server, advance, isJson }: ClockOptions,
  { print, printError }: Pick<Terminal, 'print' | 'printError'>,
): Promise<number> {
  const result: CallResult<Clock> =
    advance === null
      ? await callServer(server, getClock, {})
      : await callServer(server, advanceClock, { body: advance, timeoutMs: advanceMilliseconds })
  if ('answer' in result) {
    print(isJson ? JSON.stringify(result.answer, null, 2) : textOf(result.answer))
    return 0
  }
  printError(failureOf(server, result))
  return 1
}

function textOf({ now, frozen, happened = [] }: Clock): string {
  const lines = happened.map(({ at, what, count }) => {
    const times = count === 1 ? '' : ` × ${count}`
    return `${at.toISOString()}  ${what}${times}`
  })
  return [...lines, `${now.toISOString()}  ${frozen ? 'the clock stands' : 'the clock runs'}`].join(
    '\n',
  )
}
