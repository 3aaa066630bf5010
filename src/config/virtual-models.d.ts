declare module 'virtual:models' {
  const models: readonly import('@contract/capabilities').ModelCapabilities[]
  export default models
}
