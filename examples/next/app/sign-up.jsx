'use client'

import { createAuthClient } from 'better-auth/react'
import { useState } from 'react'

export function SignUp({ serverURL }) {
  const [message, setMessage] = useState('')

  async function submit(event) {
    event.preventDefault()
    const { nativeEvent, currentTarget } = event
    const data = new FormData(currentTarget, nativeEvent.submitter)
    const { act, ...fields } = Object.fromEntries(data)
    const auth = createAuthClient({
      baseURL: serverURL,
      fetchOptions: { credentials: 'include' },
    })
    const call = act === 'sign-up' ? auth.signUp.email : auth.signIn.email
    const { error } = await call(fields)
    if (error === null) location.reload()
    else setMessage(error.message ?? 'The server could not be reached')
  }

  return (
    <form method="post" onSubmit={submit}>
      <input name="name" placeholder="Name" aria-label="Name" required />
      <input name="email" type="email" placeholder="Email" aria-label="Email" required />
      <input
        name="password"
        type="password"
        placeholder="Password"
        aria-label="Password"
        required
      />
      <button type="submit" name="act" value="sign-up">
        Sign up
      </button>
      <button type="submit" name="act" value="sign-in" formNoValidate>
        Sign in
      </button>
      <p role="alert">{message}</p>
    </form>
  )
}
