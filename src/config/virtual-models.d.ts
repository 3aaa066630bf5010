declare module 'virtual:models' {
  const models: readonly import('@contract').ModelCapabilities[]
  export default models
}
