/** Sample code for a handler that verifies signatures. */
export const receiverCode = [
  "import { validateEvent } from '@polar-sh/sdk/webhooks'",
  '',
  "const secret = process.env['GUILDHALL_WEBHOOK_SECRET'] ?? ''",
  '',
  'export async function POST(request: Request) {',
  '  const headers = Object.fromEntries(request.headers)',
  '  // Throws where the signature is wrong or older than five minutes.',
  '  const event = validateEvent(await request.text(), headers, secret)',
  "  if (event.type === 'order.paid') await deliver(event.data)",
  '  return new Response(null, { status: 204 })',
  '}',
].join('\n')
