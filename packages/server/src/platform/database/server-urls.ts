const authority = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/
const hostParameter = /([?&]host=)([^&]*)/
const portParameter = /([?&]port=)([^&]*)/

/**
 * One URL for each server that a PostgreSQL URL names: `//one:5432,two:5433/name`, or as parameters
 * `host=one,two`.
 */
export function serverUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = authority.exec(url) ?? []
  const urls = hosts.includes(',')
    ? hosts.split(',').map((host) => `${before}${host}${after}`)
    : [url]
  return urls.flatMap(byParameters)
}

function byParameters(url: string): string[] {
  const hosts = listOf(hostParameter, url)
  if (hosts.length < 2) return [url]
  const ports = listOf(portParameter, url)
  return hosts.map((host, at) =>
    url
      .replace(hostParameter, `$1${host}`)
      .replace(portParameter, `$1${ports[at] ?? ports[0] ?? ''}`),
  )
}

const listOf = (parameter: RegExp, url: string): string[] =>
  decodeURIComponent(parameter.exec(url)?.[2] ?? '').split(',')
