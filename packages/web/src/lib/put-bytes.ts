import { Refused, Unreachable } from './request.ts'

interface PutRequest {
  url: string
  /** Sent unchanged. */
  headers: Readonly<Record<string, string>>
  bytes: Blob
  onProgress: (bytesSent: number) => void
  signal: AbortSignal
}

/**
 * Uploads bytes to a signed URL and returns the `ETag`. XMLHttpRequest, because fetch reports no
 * upload progress.
 */
export function putBytes({ url, headers, bytes, onProgress, signal }: PutRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      const etag = request.getResponseHeader('etag')
      if (request.status < 300 && etag !== null) resolve(etag)
      else reject(refusalOf(request))
    })
    request.addEventListener('error', () =>
      reject(new Unreachable('The storage can’t be reached.')),
    )
    const stop = () => request.abort()
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    if (signal.aborted) reject(new DOMException('Stopped', 'AbortError'))
    else request.send(bytes)
  })
}

/** Our own storage responds with JSON errors; other storage uses other formats. */
function refusalOf({ status, responseText }: XMLHttpRequest): Refused {
  const reported = /"detail":\s*"([^"]+)"/.exec(responseText)?.[1]
  const message = reported ?? `The storage answered ${status}.`
  return new Refused(status, { code: '', message, fields: [] }, null)
}
