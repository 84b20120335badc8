import { headers } from 'next/headers'
import { serverURL, sessionOf } from '../guildhall.js'
import { SignUp } from './sign-up.jsx'

export default async function Page() {
  const session = await sessionOf(await headers())
  if (session === null) return <SignUp serverURL={serverURL} />
  return (
    <>
      <a href="/buy">Buy</a> · <a href="/purchases">Your purchases</a>
    </>
  )
}
