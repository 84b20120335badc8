interface Site {
  readonly url: string
}

/** A call that is authenticated long before the rest of its body arrives. */
export function slowCall(
  { url }: Site,
  method: 'POST' | 'PATCH',
  path: string,
  authorization: string,
): { readonly finish: (value: object) => Promise<Response> } {
  const text = new TextEncoder()
  let send: (body: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(text.encode(' '))
      send = (rest) => {
        controller.enqueue(text.encode(rest))
        controller.close()
      }
    },
  })
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = fetch(`${url}/v1${path}`, { method, headers, body, duplex: 'half' })
  return {
    finish: async (value) => {
      send(JSON.stringify(value))
      return await answer
    },
  }
}
