import { serverUrls } from '../database/server-urls.ts'
import { type Parser, url } from './parse.ts'

const single = url('postgres', 'postgresql')
const targets: readonly (string | null)[] = [null, 'read-write', 'primary']

/** Of one server, or of several of which one takes writes. */
export const postgresUrl: Parser<string> = (raw) => {
  const urls = serverUrls(raw)
  for (const one of urls) {
    const parsed = single(one)
    if ('fault' in parsed) return parsed
    const { hostname, searchParams } = new URL(one)
    if (urls.length > 1 && (searchParams.get('host') ?? hostname) === '') {
      return { fault: 'must name a host between its commas' }
    }
    if (!targets.includes(searchParams.get('target_session_attrs'))) {
      return { fault: 'must have read-write as target_session_attrs, or none' }
    }
  }
  return { value: raw }
}

export const postgresServer: Parser<string> = (raw) =>
  serverUrls(raw).length > 1 ? { fault: 'must name one server' } : single(raw)
