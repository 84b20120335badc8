import { operatorGuard } from '../http-client/guard.ts'
import type { Outside } from './outside.ts'

interface ProfileCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly tokenInForm: boolean
  readonly optional: boolean
}

interface Asking {
  readonly calls: readonly ProfileCall[]
  readonly accessToken: string
  readonly clientId: string
}

/** What the provider answers about the person: one value per call, or why there is none. */
export async function askProfile(
  outside: Outside,
  { calls, accessToken, clientId }: Asking,
): Promise<readonly unknown[] | { readonly failed: string }> {
  const answers: unknown[] = []
  for (const call of calls) {
    const answer = await askOne(outside, call, { accessToken, clientId })
    if ('failed' in answer && !call.optional) return answer
    answers.push('json' in answer ? answer.json : undefined)
  }
  return answers
}

async function askOne(
  outside: Outside,
  { url, method, tokenInForm }: ProfileCall,
  { accessToken, clientId }: Omit<Asking, 'calls'>,
): Promise<{ readonly json: unknown } | { readonly failed: string }> {
  const form = new URLSearchParams({ access_token: accessToken, client_id: clientId })
  const answer = await outside(url, {
    method,
    guard: operatorGuard,
    headers: {
      accept: 'application/json',
      ...(tokenInForm
        ? { 'content-type': 'application/x-www-form-urlencoded' }
        : { authorization: `Bearer ${accessToken}` }),
    },
    ...(tokenInForm ? { body: form.toString() } : {}),
  })
  if ('failed' in answer) return { failed: `${answer.failed}: ${answer.reason}` }
  if (answer.status !== 200) return { failed: `status ${answer.status}` }
  try {
    return { json: JSON.parse(answer.body.toString('utf8')) }
  } catch {
    return { failed: 'the answer is no JSON' }
  }
}
