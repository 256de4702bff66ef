import Foundation

let options = HostOptions(
  CommandLine.arguments.dropFirst(), environment: ProcessInfo.processInfo.environment)
switch options {
case .help: FileHandle.standardOutput.write(Data(HostOptions.usage.utf8))
case .wrong(let reason):
  FileHandle.standardError.write(Data("pantler-webkit: \(reason)\n".utf8))
  exit(2)
case .describe(let folder): Host.describe(folder: folder)
case .removeOnce(let folder): Host.removeOnce(folder: folder)
case .serve(let folder, let display): Host.serve(folder: folder, display: display)
}
