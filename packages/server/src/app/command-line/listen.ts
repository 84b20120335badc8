import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ResponseOf } from '@guildhall/contract/operation'
import { pullWebhookEvents } from '@guildhall/contract/webhooks/messages'
import type { WebhookEvent } from '@guildhall/contract/webhooks/shapes'
import type { Clock } from '../../platform/clock.ts'
import { derivedSecret, secretPrefixes } from '../../platform/crypto/tokens.ts'
import { callServer, failureOf } from './call-server.ts'
import { type Forwarded, type Forwarder, openForwarder } from './forward.ts'
import type { ListenOptions } from './usage.ts'

export interface Terminal {
  readonly clock: Clock
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly print: (line: string) => void
  /** Prints an error. */
  readonly printError: (line: string) => void
}

interface ListenContext {
  readonly input: ListenOptions
  readonly terminal: Terminal & {
    /** Prints what is only for people. */
    readonly say: Terminal['print']
  }
  readonly forwarder: Forwarder
  /** Says once why a handler may refuse every event. */
  readonly explain: (status: number) => void
}

type Page = ResponseOf<typeof pullWebhookEvents>

const pollMilliseconds = 500
const eventsPerCall = 50

/** Forwards events until it is interrupted; returns the exit code. */
export async function listen(input: ListenOptions, given: Terminal): Promise<number> {
  const { printError } = given
  const terminal = { ...given, say: input.isJson ? () => undefined : given.print }
  const firstPage = await pull(input, input.after ?? 'latest')
  if (!('answer' in firstPage)) {
    printError(failureOf(input.server, firstPage))
    return 1
  }
  const secret = input.secret ?? secretOf(input.server.token)
  printHeader(input, secret, terminal.say)
  const forwarder = openForwarder(terminal.clock, { url: input.handler, secret })
  terminal.signal.addEventListener('abort', () => forwarder.close())
  const first = input.after ?? firstPage.answer.nextAfter
  const explain = explainer(secret, printError)
  return follow({ input, terminal, forwarder, explain }, first).finally(() => forwarder.close())
}

/** What handlers answer to a wrong signature. */
const signatureStatuses: readonly number[] = [400, 401, 403]

function explainer(secret: string, printError: Terminal['printError']): ListenContext['explain'] {
  let isExplained = false
  return (status) => {
    if (isExplained || !signatureStatuses.includes(status)) return
    isExplained = true
    printError(
      `A handler answers ${status} if it checks signatures with another secret. This one signs with ` +
        `${secret}; give the handler the same, or pass its own with --secret.`,
    )
  }
}

/** The same token gives the same secret, so a handler can keep it in its settings. */
const secretOf = (token: string): string =>
  derivedSecret(
    secretPrefixes.webhook,
    createHmac('sha256', token).update('guildhall listen').digest(),
  ).secret

function printHeader(
  { server, handler, types }: ListenOptions,
  secret: string,
  print: Terminal['print'],
) {
  print(`Listening   ${server.url}${types === null ? '' : `  (${types.join(', ')})`}`)
  print(`Handler     ${handler}`)
  print(`Secret      ${secret}`)
  print('')
}

async function follow(context: ListenContext, from: number): Promise<number> {
  const { signal, say, printError } = context.terminal
  let after = from
  while (!signal.aborted) {
    const page = await nextPage(context, after)
    if (page === null) break
    if ('refused' in page) {
      printError(page.refused)
      return 1
    }
    for (const event of page.items) {
      if (!(await forwardWhenUp(context, event))) break
      after = event.sequence
    }
    if (signal.aborted) break
    after = page.nextAfter
    if (!page.hasMore) await pause(context.terminal, pollMilliseconds)
  }
  say(`\nStopped after event ${after}; continue with --after ${after}`)
  return 0
}

/** Waits for a server that is restarting. Null when interrupted. */
async function nextPage(
  { input, terminal }: ListenContext,
  after: number,
): Promise<Page | { readonly refused: string } | null> {
  const { signal, say, printError } = terminal
  for (let tries = 0; !signal.aborted; tries += 1) {
    const result = await pull(input, after)
    if ('refused' in result) return result
    if ('answer' in result) {
      if (tries > 0) say(`${input.server.url} answers again`)
      return result.answer
    }
    if (tries === 0)
      printError(`${input.server.url} does not answer; waiting for it (${result.unreachable})`)
    await pause(terminal, pollMilliseconds)
  }
  return null
}

const pull = ({ server, types }: ListenOptions, after: number | 'latest') =>
  callServer(server, pullWebhookEvents, {
    query: [
      ['after', String(after)],
      ['limit', String(eventsPerCall)],
      ...(types ?? []).map((type): [string, string] => ['types', type]),
    ],
  })

/** Forwards one event as soon as the handler is up. False when interrupted before that. */
async function forwardWhenUp(
  { input, terminal, forwarder, explain }: ListenContext,
  event: WebhookEvent,
) {
  const { signal, print, printError } = terminal
  for (let tries = 0; !signal.aborted; tries += 1) {
    const forwarded = await forwarder.forward(event)
    if (signal.aborted) return false
    if (!('absent' in forwarded)) {
      print((input.isJson ? jsonOf : lineOf)(event, forwarded, terminal.clock.now()))
      if ('status' in forwarded) explain(forwarded.status)
      return true
    }
    if (tries === 0) {
      printError(`No handler listens at ${input.handler}; ${event.type} waits until one does`)
    }
    await pause(terminal, pollMilliseconds)
  }
  return false
}

const headLengthMax = 200

type Outcome = Exclude<Forwarded, { absent: string }>

const jsonOf = ({ id, sequence, type, data }: WebhookEvent, outcome: Outcome, now: Date): string =>
  JSON.stringify({ time: now.toISOString(), sequence, id, type, data, ...outcome })

function lineOf({ sequence, type, data }: WebhookEvent, forwarded: Outcome, now: Date): string {
  const time = now.toTimeString().slice(0, 8)
  const { id } = data
  const about = typeof id === 'string' ? id : ''
  const outcome =
    'failed' in forwarded
      ? forwarded.failed
      : `${forwarded.status} in ${forwarded.milliseconds} ms${failureText(forwarded)}`
  return `${time}  ${String(sequence).padStart(6)}  ${type.padEnd(24)} ${about}  → ${outcome}`
}

/** The response of a failing handler, on one line. */
function failureText({ status, head }: Extract<Forwarded, { status: number }>): string {
  if (status < 300) return ''
  const words = head.replace(/\s+/g, ' ').trim().slice(0, headLengthMax)
  return words === '' ? '' : `  ${words}`
}

/** Ends early when interrupted. */
const pause = ({ signal }: Terminal, milliseconds: number): Promise<unknown> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)
