import { isCardNumber, replaceCardNumbers } from '../kernel/card-number.ts'
import { secretPrefixes } from './crypto/tokens.ts'

export const masked = '[masked]'

/** The last word of a name decides: `accessToken` masks its value, `tokenId` does not. */
const secretName = new RegExp(
  '(?:authorization|cookies?|passwords?|passphrase|secrets?|tokens?|apikey|privatekey|' +
    'signature|captcharesponse|hash)$',
)

const foreign = ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'polar_oat_', 'github_pat_']
const prefixes = [...Object.values(secretPrefixes), ...foreign]
const prefixed = new RegExp(`(${prefixes.join('|')}|gh[pousr]_)[\\w-]+`, 'g')
const webhookSecret = /(whsec_)[\w+/=]+/g
/**
 * Client secrets with which a buyer's browser continues a payment, at Stripe and in the sandbox.
 */
const clientSecret = /\b((?:pi|seti)_\w+?_secret_)\w+/g
const bearer = /\b(Bearer|Basic)\s+[\w+/=.~%-]+/gi
const jsonWebToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
const userInfo = /(\w+:\/\/[^\s/:@]*):[^\s/@]*@/g
const queryValue =
  /([?&#;](?:[\w-]*(?:token|secret|password|signature)|code|state|key)=)[^\s&#;"']+/gi

/** Matches everything that the patterns above and below could change, and little else. */
const suspicious =
  /authoriz|cookie|pass|secret|token|(?:api|private)[-_ ]*key|signature|captcha|hash|bearer|basic|eyJ|_|@|[?&#;][\w-]+=|\d(?:[ .-]?\d){12}/i

/** Much faster than masking: most lines contain no secret. */
export function mayHoldSecret(text: string): boolean {
  return suspicious.test(text)
}

/** Masks credentials inside a text, recognized by prefix, scheme or position. */
export function maskText(text: string): string {
  return replaceCardNumbers(text, masked)
    .replace(prefixed, `$1${masked}`)
    .replace(webhookSecret, `$1${masked}`)
    .replace(clientSecret, `$1${masked}`)
    .replace(bearer, `$1 ${masked}`)
    .replace(jsonWebToken, masked)
    .replace(userInfo, `$1:${masked}@`)
    .replace(queryValue, `$1${masked}`)
}

/** A copy without values under secret names and without credentials in texts. */
export function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'number') return isCardNumber(String(value)) ? masked : value
  if (Array.isArray(value)) return value.map(maskValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) ? hidden(inner) : maskValue(inner),
    ]),
  )
}

function isSecretName(name: string): boolean {
  return secretName.test(name.toLowerCase().replaceAll(/[-_ ]/g, ''))
}

/** The presence of a secret may be known: null and booleans are kept. */
function hidden(value: unknown): unknown {
  return value === null || typeof value === 'boolean' ? value : masked
}
