import { describe, expect, it } from 'vitest'
import { messageHeaders, signedHeaders } from './signature.ts'

const now = new Date('2021-02-25T15:02:10.987Z')
const message = (body: string) => ({
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  body,
  event: { sequence: 7, object: { version: 3 } },
})
const numbers = '{"test": 2432232314}'
const words = '{"name":"Żaneta 🎉"}'

/**
 * Computed by the Standard Webhooks library from the secret in base64, the first also by OpenSSL.
 */
const vectors = [
  ['guildhall_whs_abc', numbers, 'y5s2JUljoa1WTfV1x+3fq90uTOsFQ2pi6bNbZ73qTyY='],
  ['guildhall_whs_abc', words, 'pZZp+rgUMnkmsWCLq0YmnFhj77DveGPGFj2W1pqkeAo='],
  [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    numbers,
    'TcxlhK9b6UD6iVI1ZU2tTqp8PEVfYRseNNfa6b+LcUg=',
  ],
  ['żółć 🔑', numbers, 'vg0uLLs+kBr/Hvtg1yi7D597v9ypYRZO3ZdCfUzhrmM='],
  ['żółć 🔑', words, 'kXmmFtBkr7ol4VA2geHlf4MCyUf9+3Am8cyczbsn/es='],
  ['x', numbers, 'Qs87/2TtT3dBZBDJE56tFymiPdefBYtvg4D+Xlx+Xd4='],
] as const

describe('a signature', () => {
  it.each(vectors)('with %j of %s', (secret, body, signature) => {
    const headers = signedHeaders(message(body), { now, secrets: [secret] })
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  it('exists for each secret during a rotation, the new one first', () => {
    const secrets = ['x', 'guildhall_whs_abc']
    expect(signedHeaders(message(numbers), { now, secrets })['webhook-signature']).toBe(
      'v1,Qs87/2TtT3dBZBDJE56tFymiPdefBYtvg4D+Xlx+Xd4= ' +
        'v1,y5s2JUljoa1WTfV1x+3fq90uTOsFQ2pi6bNbZ73qTyY=',
    )
  })
})

describe('the headers', () => {
  it('name the event, its sequence, and the second of the attempt', () => {
    const unsigned = messageHeaders(message(numbers), now)
    expect(unsigned).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Guildhall',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'guildhall-sequence': '7',
      'guildhall-object-version': '3',
    })
    expect(signedHeaders(message(numbers), { now, secrets: ['x'] })).toMatchObject(unsigned)
  })
})
