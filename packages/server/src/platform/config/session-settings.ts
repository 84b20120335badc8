import { wholeNumber } from './parse.ts'
import { setting } from './setting.ts'

/** The longest lifetime that browsers allow for a cookie. */
const secondsMax = 34_560_000

export const sessions = {
  seconds: setting({
    name: 'GUILDHALL_SESSION_SECONDS',
    default: '604800',
    parse: wholeNumber(60, secondsMax),
    meaning: 'Lifetime of an unused session.',
  }),
  maxSeconds: setting({
    name: 'GUILDHALL_SESSION_MAX_SECONDS',
    default: '7776000',
    parse: wholeNumber(60, secondsMax),
    meaning: 'Lifetime of a session from signing in, however often it is used.',
  }),
  refreshSeconds: setting({
    name: 'GUILDHALL_SESSION_REFRESH_SECONDS',
    default: '86400',
    parse: wholeNumber(0, secondsMax),
    meaning: 'A session older than this is extended when it is used.',
  }),
  freshSeconds: setting({
    name: 'GUILDHALL_SESSION_FRESH_SECONDS',
    default: '86400',
    parse: wholeNumber(0, secondsMax),
    meaning: 'How long after signing in sensitive changes are allowed; 0 always allows them.',
  }),
  cacheSeconds: setting({
    name: 'GUILDHALL_SESSION_CACHE_SECONDS',
    default: '0',
    parse: wholeNumber(0, 3600),
    meaning:
      'How long a signed cookie is trusted without reading the session from the database; ' +
      '0 always reads it.',
  }),
}
