import {
  type DirectAnswer,
  directAnswer,
  redirectTo,
} from '../../../../platform/http/direct-answer.ts'
import { withParameter } from '../../rules/links.ts'
import type { Stopped } from './exchange.ts'

/** A header holds ASCII only; the browser reads what is encoded as the same address. */
export const sendOn = (url: string): DirectAnswer =>
  redirectTo(url.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent))

/** The words of a provider are encoded like everything else: they could be anybody's. */
export function sendOnWithError(url: string, { stopped, says = null }: Stopped): DirectAnswer {
  const withCode = withParameter(url, 'error', stopped)
  return sendOn(says === null ? withCode : withParameter(withCode, 'error_description', says))
}

/** To the same address by GET, whatever came before. */
export const sendOnByGet = (url: string): DirectAnswer => directAnswer(303, { location: url }, null)
