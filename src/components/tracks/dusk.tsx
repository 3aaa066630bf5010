import { useId } from 'react'

export function Dusk({ className }: { className?: string }) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <svg viewBox="0 0 960 540" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={`${id}sky`} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#0a1530" />
          <stop offset="0.45" stopColor="#283a64" />
          <stop offset="0.78" stopColor="#9a5d52" />
          <stop offset="1" stopColor="#ffb066" />
        </linearGradient>
        <radialGradient id={`${id}sun`}>
          <stop offset="0" stopColor="#ffd9a0" stopOpacity="0.95" />
          <stop offset="0.25" stopColor="#ffb454" stopOpacity="0.5" />
          <stop offset="1" stopColor="#ff6a48" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}sea`} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#7d4c47" />
          <stop offset="0.3" stopColor="#1d2438" />
          <stop offset="1" stopColor="#070a12" />
        </linearGradient>
      </defs>
      <path fill={paint('sky')} d="M0 0h960v350H0z" />
      <circle cx="752" cy="338" r="250" fill={paint('sun')} />
      <path
        fill="#4b3a4d"
        d="M0 352v-62c70-34 150-52 240-30s150 40 250 24 190-52 290-34 130 32 180 28v74z"
        opacity="0.8"
      />
      <path fill="#231f33" d="M0 356v-40c110-36 200-20 300 4s170 30 260 12 210-14 400 10v14z" />
      <path fill={paint('sea')} d="M0 352h960v188H0z" />
      <path
        stroke="#ffc987"
        strokeLinecap="round"
        strokeWidth="2.5"
        opacity="0.7"
        d="M718 362h70m-92 12h44m22 0h58m-104 13h30m34 0h74m-160 15h52m40 0h36m-104 18h96"
      />
      <path fill="#07090f" d="M0 540v-96c90 6 170 34 250 62 60 20 130 30 190 34z" />
    </svg>
  )
}
