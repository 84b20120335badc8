import { webhookName, webhookUrl } from '@guildhall/contract/webhooks/shapes'
import { type FieldSchemas, present, text } from '#/lib/form-schema.ts'
import type { EndpointDraft } from './endpoint-draft.ts'
import { secretSchema } from './secret-draft.ts'

/** Handlers in development may run on the same machine, so http is allowed there. */
export const endpointSchema = {
  url: text(webhookUrl, {
    empty: 'Enter a URL.',
    format: 'Enter a URL that starts with https://',
  }),
  name: text(webhookName),
  events: present('Choose at least one event.'),
} satisfies FieldSchemas<EndpointDraft>

/** Chat channels don’t verify signatures. */
export const newEndpointSchema = (draft: EndpointDraft): FieldSchemas<EndpointDraft> => ({
  ...endpointSchema,
  ...(draft.format === 'raw' && secretSchema(draft)),
})
