import { useGoogleOAuth } from '@react-oauth/google'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { GoogleProvider } from '@/app/google-provider'
import { takeConsole } from '../../support/app/console'

const script = () => document.querySelector<HTMLScriptElement>('script[src^="https://accounts.google.com/gsi/client"]')

function ShowClient() {
  return <p>{useGoogleOAuth().clientId}</p>
}

it('leaves Google and its script away without a client id', () => {
  render(
    <GoogleProvider clientId={null} nonce={null}>
      <p>the app</p>
    </GoogleProvider>,
  )
  expect(screen.getByText('the app')).toBeInTheDocument()
  expect(script()).toBeNull()
})

describe('with a client id', () => {
  function renderProvider(nonce: string | null = null) {
    return render(
      <GoogleProvider clientId="client-1" nonce={nonce}>
        <ShowClient />
      </GoogleProvider>,
    )
  }

  it('wraps the app and adds the script without making the page wait for it', () => {
    renderProvider()
    expect(screen.getByText('client-1')).toBeInTheDocument()
    expect(script()).toHaveProperty('async', true)
  })

  it('gives the script the nonce', () => {
    renderProvider('nonce-1')
    expect(script()).toHaveProperty('nonce', 'nonce-1')
  })

  it('reports that the script is loaded', () => {
    const info = takeConsole('info')
    renderProvider()
    fireEvent.load(script() as HTMLScriptElement)
    expect(info).toHaveBeenCalledWith('The Google sign-in script is loaded')
  })

  it('reports that it is not', () => {
    const error = takeConsole('error')
    renderProvider()
    fireEvent.error(script() as HTMLScriptElement)
    expect(error).toHaveBeenCalledWith('The Google sign-in script could not be loaded')
    expect(screen.getByText('client-1')).toBeInTheDocument()
  })
})
