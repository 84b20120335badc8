import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import { pullWebhookEvents } from '@guildhall/contract/webhooks/messages'
import type { WebhookEvent } from '@guildhall/contract/webhooks/shapes'
import type { Clock } from '../../platform/clock.ts'
import { derivedSecret, secretPrefixes } from '../../platform/crypto/tokens.ts'
import { askServer } from './ask-server.ts'
import { type Forwarded, type Forwarder, openForwarder } from './forward.ts'
import type { ListenWish } from './usage.ts'

export interface Terminal {
  readonly clock: Clock
  /** Whoever started the command wants it to end. */
  readonly ending: AbortSignal
  readonly say: (line: string) => void
  /** What went wrong. */
  readonly complain: (line: string) => void
}

interface Listening {
  readonly wish: ListenWish
  readonly terminal: Terminal
  readonly forwarder: Forwarder
}

type Page = AnswerOf<typeof pullWebhookEvents>

const pollMilliseconds = 500
const eventsPerCall = 50

/** Forwards events until it's told to end, and answers the exit code. */
export async function listen(wish: ListenWish, terminal: Terminal): Promise<number> {
  const { say, complain } = terminal
  const begun = await pull(wish, wish.after ?? 'latest')
  if (!('answer' in begun)) {
    complain(
      'refused' in begun ? begun.refused : `${wish.server.url} does not answer: ${begun.away}`,
    )
    return 1
  }
  const secret = wish.secret ?? secretOf(wish.server.token)
  greet(wish, secret, say)
  const forwarder = openForwarder(terminal.clock, { url: wish.handler, secret })
  terminal.ending.addEventListener('abort', () => forwarder.close())
  const first = wish.after ?? begun.answer.nextAfter
  return follow({ wish, terminal, forwarder }, first).finally(() => forwarder.close())
}

/** The same for the same token, so that a handler that was told it once goes on verifying. */
const secretOf = (token: string): string =>
  derivedSecret(
    secretPrefixes.webhook,
    createHmac('sha256', token).update('guildhall listen').digest(),
  ).secret

function greet({ server, handler, types }: ListenWish, secret: string, say: Terminal['say']) {
  say(`Listening   ${server.url}${types === null ? '' : `  (${types.join(', ')})`}`)
  say(`Handler     ${handler}`)
  say(`Secret      ${secret}`)
  say('')
}

async function follow(listening: Listening, from: number): Promise<number> {
  const { ending, say, complain } = listening.terminal
  let after = from
  while (!ending.aborted) {
    const page = await nextPage(listening, after)
    if (page === null) break
    if ('refused' in page) {
      complain(page.refused)
      return 1
    }
    for (const event of page.items) {
      if (!(await pass(listening, event))) break
      after = event.sequence
    }
    if (ending.aborted) break
    after = page.nextAfter
    if (!page.hasMore) await pause(listening.terminal, pollMilliseconds)
  }
  say(`\nEnded after event ${after}; --after ${after} goes on from there`)
  return 0
}

/** A server that is restarted is waited for. Null where it’s over meanwhile. */
async function nextPage(
  { wish, terminal }: Listening,
  after: number,
): Promise<Page | { readonly refused: string } | null> {
  const { ending, say, complain } = terminal
  for (let tries = 0; !ending.aborted; tries += 1) {
    const heard = await pull(wish, after)
    if ('refused' in heard) return heard
    if ('answer' in heard) {
      if (tries > 0) say(`${wish.server.url} answers again`)
      return heard.answer
    }
    if (tries === 0) complain(`${wish.server.url} does not answer; waiting for it (${heard.away})`)
    await pause(terminal, pollMilliseconds)
  }
  return null
}

const pull = ({ server, types }: ListenWish, after: number | 'latest') =>
  askServer(server, pullWebhookEvents, {
    query: [
      ['after', String(after)],
      ['limit', String(eventsPerCall)],
      ...(types ?? []).map((type): [string, string] => ['types', type]),
    ],
  })

/** Forwards one, as soon as the handler is there. False where it’s over before that. */
async function pass({ wish, terminal, forwarder }: Listening, event: WebhookEvent) {
  const { ending, say, complain } = terminal
  for (let tries = 0; !ending.aborted; tries += 1) {
    const forwarded = await forwarder.forward(event)
    if (ending.aborted) return false
    if (!('absent' in forwarded)) {
      say(lineOf(event, forwarded, terminal.clock.now()))
      return true
    }
    if (tries === 0) {
      complain(`Nobody answers at ${wish.handler}; ${event.type} waits until somebody does`)
    }
    await pause(terminal, pollMilliseconds)
  }
  return false
}

const headLengthMax = 200

function lineOf(
  { sequence, type, data }: WebhookEvent,
  forwarded: Exclude<Forwarded, { absent: string }>,
  now: Date,
): string {
  const time = now.toTimeString().slice(0, 8)
  const { id } = data
  const about = typeof id === 'string' ? id : ''
  const outcome =
    'failed' in forwarded
      ? forwarded.failed
      : `${forwarded.status} in ${forwarded.milliseconds} ms${complaint(forwarded)}`
  return `${time}  ${String(sequence).padStart(6)}  ${type.padEnd(24)} ${about}  → ${outcome}`
}

/** What a handler says that didn’t take it, on one line. */
function complaint({ status, head }: Extract<Forwarded, { status: number }>): string {
  if (status < 300) return ''
  const words = head.replace(/\s+/g, ' ').trim().slice(0, headLengthMax)
  return words === '' ? '' : `  ${words}`
}

/** Ends early where whoever started it wants so. */
const pause = ({ ending }: Terminal, milliseconds: number): Promise<unknown> =>
  sleep(milliseconds, undefined, { signal: ending }).catch(() => undefined)
