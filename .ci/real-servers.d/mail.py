"""A mail server that puts each mail into a Maildir; its port is written to a file."""
import asyncio
import sys
from pathlib import Path

from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import SMTP


async def serve(maildir, port_file):
    handler = Mailbox(maildir)
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(handler, hostname="mail.test"), "127.0.0.1", 0)
    part = Path(port_file + ".part")
    part.write_text(str(server.sockets[0].getsockname()[1]))
    part.rename(port_file)
    await server.serve_forever()


asyncio.run(serve(sys.argv[1], sys.argv[2]))
