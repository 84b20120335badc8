import { triggerWebhookEvent } from '@guildhall/contract/webhooks/trigger'
import { callServer, failureOf } from './call-server.ts'
import type { Terminal } from './listen.ts'
import type { TriggerOptions } from './usage.ts'

/** Triggers an event, prints what was created, and returns the exit code. */
export async function trigger(
  { server, event, isJson }: TriggerOptions,
  { print, printError }: Pick<Terminal, 'print' | 'printError'>,
): Promise<number> {
  const result = await callServer(server, triggerWebhookEvent, { body: { event } })
  if ('answer' in result) {
    const { objectType, objectId } = result.answer
    print(
      isJson
        ? JSON.stringify({ event, objectType, objectId }, null, 2)
        : `${event} triggered for ${objectType} ${objectId}`,
    )
    return 0
  }
  printError(failureOf(server, result))
  return 1
}
