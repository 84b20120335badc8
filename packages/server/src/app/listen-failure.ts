import { StartFailure } from '../platform/start-failure.ts'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'this user has no permission to listen there',
  EADDRNOTAVAIL: 'this machine does not have this address',
  ENOTFOUND: 'the host was not found',
}

/** Turns the failure to open a listener into one line for the operator. */
export async function explainListenFailure<T>(
  { host, port }: { readonly host: string; readonly port: number },
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = reasons[code]
    if (reason === undefined) throw error
    throw new StartFailure(`Cannot listen on ${host}:${port}: ${reason}`, { cause: error })
  }
}
