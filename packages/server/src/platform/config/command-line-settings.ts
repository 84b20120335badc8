import { anyText } from './parse.ts'
import { optional } from './setting.ts'

/** What commands read that call a running server; the server itself doesn’t. */
export const commandLine = {
  token: optional({
    name: 'GUILDHALL_ACCESS_TOKEN',
    secret: true,
    parse: anyText,
    meaning:
      'Access token of an organization, with which `listen` and `trigger` call GUILDHALL_URL.',
  }),
  webhookSecret: optional({
    name: 'GUILDHALL_WEBHOOK_SECRET',
    secret: true,
    parse: anyText,
    absent: 'one that goes with the token',
    meaning: 'Signs what `listen` forwards.',
  }),
}
