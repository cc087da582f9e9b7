"""Serves the app of a folder on this machine, with a config.json that says which tenant it signs people in at.

  serve_app.py FOLDER PORT_FILE   serves on a free port; config.json is read from beside the port file at each request
"""
import functools
import http.server
import os
import pathlib
import sys


class App(http.server.SimpleHTTPRequestHandler):
    config = None

    def do_GET(self):
        if self.path != "/config.json":
            return super().do_GET()
        body = self.config.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main(folder, port_file):
    port_file = pathlib.Path(port_file)
    App.config = port_file.parent / "config.json"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(App, directory=folder))
    part = port_file.with_suffix(".part")
    part.write_text(f"{server.server_address[1]}\n")
    os.replace(part, port_file)
    server.serve_forever()


main(*sys.argv[1:])
