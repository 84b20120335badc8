import { expect } from 'vitest'
import * as z from 'zod/mini'
import { type Founded, found } from './founding.ts'
import { type BillingAnswer, type BillingCalls, newBackend } from './sellers.ts'
import type { TestServer } from './server.ts'

const made = z.object({ id: z.string(), url: z.string(), secret: z.string() })

export type MadeEndpoint = z.output<typeof made>

/** What an endpoint needs and no more: nobody listens there. */
export const bareEndpoint = {
  url: 'http://127.0.0.1:1024/hook',
  format: 'raw',
  events: ['customer.created', 'customer.updated'],
} as const

/** An endpoint of whoever calls. */
export async function newEndpoint(calls: BillingCalls, wish: object = {}): Promise<MadeEndpoint> {
  const answer = await calls.post('/webhooks/endpoints', { ...bareEndpoint, ...wish })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}

export interface Listener {
  readonly organization: Founded
  readonly calls: BillingCalls
  readonly endpoint: MadeEndpoint
}

/** An organization of its own whose backend has customers, and is told of them at this URL. */
export async function newListener(
  server: TestServer,
  url: string,
  wish: object = {},
): Promise<Listener> {
  const organization = await found(server)
  const scopes = ['webhooks:write', 'customers:write'] as const
  const calls = await newBackend(server, organization, scopes)
  return { organization, calls, endpoint: await newEndpoint(calls, { url, ...wish }) }
}

const message = z.object({
  id: z.string(),
  sequence: z.number(),
  type: z.string(),
  state: z.string(),
  object_id: z.string(),
  attempt_count: z.number(),
  next_attempt_at: z.nullable(z.string()),
  last_http_code: z.nullable(z.number()),
})

export type ListedMessage = z.output<typeof message>

/** What the endpoints of whoever calls were sent, the newest first. */
export async function messagesOf(calls: BillingCalls, query = ''): Promise<ListedMessage[]> {
  const { body } = await calls.get(`/webhooks/messages?limit=100&${query}`)
  return z.parse(z.array(message), body?.['items'])
}

/** The items of a list that was answered. */
export const itemsOf = ({ body }: BillingAnswer): Readonly<Record<string, unknown>>[] =>
  z.parse(z.array(z.record(z.string(), z.unknown())), body?.['items'])
