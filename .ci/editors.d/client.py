"""Drives `journey lsp` with the client of pygls: opens a file, types, asks, runs a scenario, and leaves."""

import asyncio
import pathlib
import sys
import tempfile

from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient

TENANT = """tenant: shop
extends: journey-flow/standard
issuer: https://shop.test
languages: [en]
clients:
  shop-web: {redirect_uris: [https://app.shop.test/callback], scopes: [openid, email]}
accounts:
  ada: {email: ada@shop.test, password: Ada-heron-99}
screens:
  identification:
    forms:
      identifier:
        identifier: {type: input, label: {en: Email address}, required: true}
        submit: {type: submit, label: {en: Continue}}
start: identification
flow:
  identification:
    identifier:
      find: {account.email: answer.identifier}
      known: {go: finish}
"""

SCENARIO = """journey: Ada signs in
account: ada
steps:
  - screen: identification
    answers: {identifier: "${account.email}"}
  - finish:
"""


async def main(command: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "journeys"
        (root / "_mock").mkdir(parents=True)
        (root / "_mock" / "shop.yaml").write_text(TENANT)
        (root / "tenants.yaml").write_text("default: shop\ntenants:\n  shop: {dialect: journey-flow, mock: _mock/shop.yaml}\n")
        file = root / "sign-in.yaml"
        file.write_text(SCENARIO)
        uri = file.as_uri()

        told: asyncio.Queue = asyncio.Queue()
        shown: asyncio.Queue = asyncio.Queue()
        client = BaseLanguageClient("check", "1")
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: told.put_nowait(params))
        client.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: shown.put_nowait(params))

        await client.start_io(command, "lsp")
        answer = await client.initialize_async(
            types.InitializeParams(capabilities=types.ClientCapabilities(), root_uri=root.as_uri(), process_id=None)
        )
        assert answer.server_info.name == "journey", answer
        client.initialized(types.InitializedParams())

        client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id="yaml", version=1, text=SCENARIO))
        )
        assert (await told.get()).diagnostics == []

        wrong = SCENARIO.replace("screen: identification", "screen: identifikation")
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
                content_changes=[types.TextDocumentContentChangeEvent_Type2(text=wrong)],
            )
        )
        found = (await told.get()).diagnostics
        assert [item.range.start.line for item in found] == [3], found
        assert "did you mean 'identification'?" in found[0].message, found

        document = types.TextDocumentIdentifier(uri=uri)
        place = types.Position(line=3, character=len("  - screen: "))
        completion = await client.text_document_completion_async(types.CompletionParams(text_document=document, position=place))
        assert [item.label for item in completion.items] == ["identification"], completion

        hover = await client.text_document_hover_async(
            types.HoverParams(text_document=document, position=types.Position(line=1, character=2))
        )
        assert "the account it signs in as" in hover.contents.value, hover

        lenses = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))
        assert [lens.range.start.line for lens in lenses] == [0], lenses
        await client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=lenses[0].command.command, arguments=lenses[0].command.arguments)
        )
        message = await shown.get()
        assert message.message.startswith("passed"), message

        await client.shutdown_async(None)
        client.exit(None)
        await asyncio.wait_for(client._server.wait(), 10)
        assert client._server.returncode == 0, client._server.returncode
        print("language server: opened, told an error, completed, explained, ran a scenario, left")


asyncio.run(main(sys.argv[1]))
