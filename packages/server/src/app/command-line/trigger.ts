import { triggerWebhookEvent } from '@guildhall/contract/webhooks/trigger'
import { askServer } from './ask-server.ts'
import type { Terminal } from './listen.ts'
import type { TriggerWish } from './usage.ts'

/** Makes an event happen, says what was made, and answers the exit code. */
export async function trigger(
  { server, event }: TriggerWish,
  { say, complain }: Pick<Terminal, 'say' | 'complain'>,
): Promise<number> {
  const heard = await askServer(server, triggerWebhookEvent, { body: { event } })
  if ('answer' in heard) {
    const { objectType, objectId } = heard.answer
    say(`${event} happened to ${objectType} ${objectId}`)
    return 0
  }
  complain('refused' in heard ? heard.refused : `${server.url} does not answer: ${heard.away}`)
  return 1
}
