import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

export interface UsernamePolicy {
  readonly min: number
  readonly max: number
  readonly pattern: RegExp
}

/** `username` is lower case and unique; `displayUsername` is the owner's spelling. */
export interface Username {
  readonly username: string
  readonly displayUsername: string
}

type UsernameRefusal = Refusal<
  'username_is_too_short' | 'username_is_too_long' | 'username_is_invalid'
>

/** The username for what was typed, or the refusal. */
export function decideUsername(
  policy: UsernamePolicy,
  typed: string,
  displayed: string = typed,
): Username | UsernameRefusal {
  if (typed.length < policy.min) return refuse('username_is_too_short')
  if (typed.length > policy.max) return refuse('username_is_too_long')
  if (!policy.pattern.test(typed)) return refuse('username_is_invalid')
  if (displayed.length > displayLengthMax || !oneLine.test(displayed) || displayed === '') {
    return refuse('username_is_invalid')
  }
  return { username: typed.toLowerCase(), displayUsername: displayed }
}

const displayLengthMax = 255
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u
