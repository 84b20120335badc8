/** The kind of object that an operation is about, by its path: `/v1/webhooks/endpoints/:id`. */
export function objectTypeOf(path: string): string {
  const [, , first = '', second = ''] = path.split('/')
  const folder = collections.includes(first) && !second.startsWith(':') ? second : first
  const type = folder.replaceAll('-', '_')
  return plurals[type] ?? type.replace(/s$/, '')
}

const collections: readonly string[] = ['webhooks']

/** The names that events use for the same objects. */
const plurals: Readonly<Record<string, string>> = {
  organization_access_tokens: 'organization_access_token',
  endpoints: 'webhook_endpoint',
  events: 'event',
  trigger: 'event',
  auth: 'organization',
  integrations: 'connection',
}
