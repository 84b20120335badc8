import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { assert } from '../../src/kernel/assert.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { listTransactions, withCharge, withTransactions } from './balance.ts'
import {
  type Books,
  cancelIntent,
  createCustomer,
  createIntent,
  createRefund,
  detachMethod,
  listRefunds,
  openBooks,
  openDispute,
  type Reply,
  refusal,
  retrieve,
  type StripeObject,
  searchIntents,
  succeed,
  warnOfFraud,
  withIntent,
} from './books.ts'
import { objects } from './objects.ts'
import { declaredPath, parameterFaults, type Tree, treeOf } from './parameters.ts'

const secretKey = 'sk_test_standin'
const webhookSecret = 'whsec_standin'

interface ReceivedRequest {
  readonly operation: string
  readonly body: Tree
  readonly query: Tree
  readonly idempotencyKey: string | null
}

/** `away` refuses every request; `unheard` serves them and loses the answers. */
type Behavior = 'healthy' | 'away' | 'unheard'

export interface StripeStandIn {
  /** The settings of a server that uses it. */
  readonly env: Readonly<Record<string, string>>
  readonly books: Books
  /** The requests so far. */
  readonly asked: readonly ReceivedRequest[]
  /** Parameters that the real Stripe doesn't know. */
  readonly faults: readonly string[]
  behavior: Behavior
  /** The buyer answers their bank. */
  answer(intentId: string, status: 'succeeded' | 'requires_payment_method'): void
  dispute(intentId: string, fields?: object): StripeObject
  warn(intentId: string): StripeObject
  /** An event as Stripe sends it, signed at a time. */
  call(type: string, object: StripeObject, signing?: Signing): SignedCall
  stop(): Promise<void>
}

interface Signing {
  readonly id?: string
  readonly at?: Date
  readonly secret?: string
}

export interface SignedCall {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The part of Stripe that we use. It refuses what the real one doesn't know. */
export async function startStripe(): Promise<StripeStandIn> {
  const books = openBooks()
  const asked: ReceivedRequest[] = []
  const faults: string[] = []
  const at: { behavior: Behavior } = { behavior: 'healthy' }
  const carriedOutOnce = idempotency()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe')
    const { method = '', headers } = request
    const sent = {
      query: treeOf(searchParams),
      body: treeOf(new URLSearchParams(await text(request))),
    }
    const idempotencyKey = headers['idempotency-key']?.toString() ?? null
    asked.push({ operation: `${method} ${pathname}`, ...sent, idempotencyKey })
    if (at.behavior === 'away') return send(response, refusal(503, { type: 'api_error' }))
    if (books.tooMany > 0) return send(response, tooMany(books))
    if (headers.authorization !== `Bearer ${secretKey}`) {
      return send(response, refusal(401, { type: 'invalid_request_error' }))
    }
    const declared = declaredPath(pathname)
    assert(declared !== null, `the stand-in has ${pathname}`)
    const wrong = parameterFaults(method, declared, sent)
    faults.push(...wrong)
    const reply =
      wrong.length > 0
        ? refusal(400, { type: 'invalid_request_error', code: 'parameter_unknown' })
        : carriedOutOnce(idempotencyKey, JSON.stringify(sent), () =>
            carryOut(books, `${method} ${declared}`, { path: pathname, ...sent }),
          )
    if (at.behavior === 'unheard') return void response.destroy()
    return send(response, reply)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      faults.push(String(error))
      response.destroy()
    })
  })
  const url = await listen(server)
  return {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    },
    books,
    asked,
    faults,
    get behavior() {
      return at.behavior
    },
    set behavior(behavior) {
      at.behavior = behavior
    },
    answer: (id, status) => answerBank(books, id, status),
    dispute: (id, fields) => openDispute(books, objectOf(books, id), fields),
    warn: (id) => warnOfFraud(books, objectOf(books, id)),
    call: signedCall,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await closed(server)
    },
  }
}

function tooMany(books: Books): Reply {
  books.tooMany -= 1
  return refusal(429, { type: 'rate_limit_error', code: 'rate_limit' })
}

const closed = (server: ReturnType<typeof createServer>) => once(server, 'close')

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(typeof address === 'object' && address !== null, 'Stripe listens on a port')
  return `http://127.0.0.1:${address.port}`
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A repeated key returns the first reply; another request with the same key is refused. */
function idempotency() {
  const known = new Map<string, { readonly request: string; readonly reply: Reply }>()
  return (key: string | null, request: string, act: () => Reply): Reply => {
    const before = key === null ? undefined : known.get(key)
    if (before !== undefined) {
      return before.request === request ? before.reply : refusal(400, { type: 'idempotency_error' })
    }
    const reply = act()
    if (key !== null) known.set(key, { request, reply })
    return reply
  }
}

interface Input {
  readonly path: string
  readonly query: Tree
  readonly body: Tree
}

function carryOut(books: Books, operation: string, { path, query, body }: Input): Reply {
  const [, , , id = ''] = path.split('/')
  switch (operation) {
    case 'POST /v1/payment_intents':
      return createIntent(books, 'payment', body)
    case 'POST /v1/setup_intents':
      return createIntent(books, 'setup', body)
    case 'GET /v1/payment_intents/search':
      return searchIntents(books, query)
    case 'GET /v1/payment_intents/{intent}':
    case 'GET /v1/setup_intents/{intent}':
      return withCharge(books, query, retrieve(books.intents, id))
    case 'POST /v1/payment_intents/{intent}/cancel':
    case 'POST /v1/setup_intents/{intent}/cancel':
      return cancelIntent(books, id)
    case 'POST /v1/customers':
      return createCustomer(books, body)
    case 'POST /v1/payment_methods/{payment_method}/detach':
      return detachMethod(books, id)
    case 'GET /v1/refunds':
      return listRefunds(books, query)
    case 'POST /v1/refunds':
      return createRefund(books, body)
    case 'GET /v1/balance_transactions':
      return listTransactions(books, query)
    case 'GET /v1/refunds/{refund}':
      return withTransactions(books, withIntent(books, retrieve(books.refunds, id)))
    case 'GET /v1/disputes/{dispute}':
      return withTransactions(books, withIntent(books, retrieve(books.disputes, id)))
    default:
      return withIntent(books, retrieve(books.warnings, path.split('/').at(-1) ?? ''))
  }
}

function objectOf(books: Books, id: string): StripeObject {
  const found = books.intents.get(id)
  assert(found !== undefined, `Stripe has ${id}`)
  return found
}

function answerBank(books: Books, id: string, status: string): void {
  const error = { type: 'card_error', code: 'payment_intent_authentication_failure' }
  const intent = objectOf(books, id)
  if (status === 'succeeded') succeed(books, intent)
  else books.intents.set(id, { ...intent, status, last_payment_error: error })
}

let calls = 0

function signedCall(type: string, object: StripeObject, signing: Signing = {}): SignedCall {
  const { id = `evt_${calls++}`, at = systemClock.now(), secret = webhookSecret } = signing
  const body = JSON.stringify({ ...objects.event, id, type, data: { object } })
  const timestamp = Math.floor(at.getTime() / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}
