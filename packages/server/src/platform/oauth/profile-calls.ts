import { operatorGuard } from '../http-client/guard.ts'
import type { FetchExternal } from './external.ts'

interface ProfileCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly tokenInForm: boolean
  readonly optional: boolean
}

interface ProfileRequest {
  readonly calls: readonly ProfileCall[]
  readonly accessToken: string
  readonly clientId: string
}

/** The provider's responses about the user: one value per call, or the reason for a failure. */
export async function fetchProfile(
  fetchExternal: FetchExternal,
  { calls, accessToken, clientId }: ProfileRequest,
): Promise<readonly unknown[] | { readonly failed: string }> {
  const answers: unknown[] = []
  for (const call of calls) {
    const answer = await fetchOne(fetchExternal, call, { accessToken, clientId })
    if ('failed' in answer && !call.optional) return answer
    answers.push('json' in answer ? answer.json : undefined)
  }
  return answers
}

async function fetchOne(
  fetchExternal: FetchExternal,
  { url, method, tokenInForm }: ProfileCall,
  { accessToken, clientId }: Omit<ProfileRequest, 'calls'>,
): Promise<{ readonly json: unknown } | { readonly failed: string }> {
  const form = new URLSearchParams({ access_token: accessToken, client_id: clientId })
  const answer = await fetchExternal(url, {
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
    return { failed: 'the response is not JSON' }
  }
}
