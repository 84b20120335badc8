import { anyText } from './parse.ts'
import { optional } from './setting.ts'

/** Settings read only by the commands that call a running server. */
export const commandLine = {
  token: optional({
    name: 'GUILDHALL_ACCESS_TOKEN',
    secret: true,
    parse: anyText,
    meaning: 'Organization access token that `listen` and `trigger` send to GUILDHALL_URL.',
  }),
  webhookSecret: optional({
    name: 'GUILDHALL_WEBHOOK_SECRET',
    secret: true,
    parse: anyText,
    absent: 'derived from the access token',
    meaning: 'Signs the events that `listen` forwards.',
  }),
}
